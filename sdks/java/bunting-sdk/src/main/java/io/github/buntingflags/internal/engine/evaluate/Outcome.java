package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Details;
import java.util.concurrent.atomic.LongAdder;

/** One thing that a flag can answer. It is made when the flag is compiled, so that an evaluation only chooses. */
public final class Outcome {
    /** With a value that is a boolean, a string, a double, an unmodifiable map or list; null where there is no answer. */
    public final Details<Object> details;

    /** The same as in `details`, which is one step further. */
    public final Object value;
    /** What answers it. */
    public final CompiledFlag flag;
    /** How often it was answered, ever. */
    public final LongAdder count = new LongAdder();
    /** Whether it is among what is to be told. */
    public volatile boolean isWaiting;
    /** How much of `count` was taken to be told; for who takes. */
    public long taken;
    /** For the engine's user: what it made of the value last, and needs again. */
    public volatile Object attached;

    public Outcome(CompiledFlag flag, Details<Object> details) {
        this.flag = flag;
        this.details = details;
        value = details.value();
    }
}

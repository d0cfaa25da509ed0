package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Details;
import java.util.concurrent.atomic.LongAdder;

/** A possible outcome of a flag. It is created when the flag is compiled, so that an evaluation only chooses. */
public final class Outcome {
    /** Its value is a boolean, string, double, or unmodifiable map or list; null for a failure. */
    public final Details<Object> details;

    /** The value in `details`, without the indirection. */
    public final Object value;
    /** The flag that has this outcome. */
    public final CompiledFlag flag;
    /** How often evaluations had this outcome, in total. */
    public final LongAdder count = new LongAdder();
    /** Whether it is queued to be reported. */
    public volatile boolean isWaiting;
    /** How much of `count` was taken for reports. Only the code that takes counts writes it. */
    public long taken;
    /** Free for the caller of the engine: caches its last conversion of the value. */
    public volatile Object attached;

    public Outcome(CompiledFlag flag, Details<Object> details) {
        this.flag = flag;
        this.details = details;
        value = details.value();
    }
}

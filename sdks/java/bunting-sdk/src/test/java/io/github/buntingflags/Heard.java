package io.github.buntingflags;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Records the events of a listener. */
final class Heard implements Listener {
    final List<String> events = new CopyOnWriteArrayList<>();
    final List<FlagsError> errors = new CopyOnWriteArrayList<>();

    @Override
    public void ready(long revision) {
        events.add("ready " + revision);
    }

    @Override
    public void changed(List<String> keys) {
        events.add("changed " + keys);
    }

    @Override
    public void stale(long revision) {
        events.add("stale " + revision);
    }

    @Override
    public void error(FlagsError error) {
        errors.add(error);
    }

    /** Waits for a condition. If it never holds, JUnit's time limit for a test interrupts the wait. */
    static void until(BooleanSupplier isSo) {
        while (!isSo.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
            if (Thread.interrupted()) throw new AssertionError("what the test waits for did not happen");
        }
    }
}

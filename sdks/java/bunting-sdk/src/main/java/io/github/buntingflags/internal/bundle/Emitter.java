package io.github.buntingflags.internal.bundle;

import io.github.buntingflags.ErrorCode;
import io.github.buntingflags.FlagsError;
import io.github.buntingflags.Listener;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Delivers events to listeners one after the other. If no thread is delivering, the emitting one delivers all that
 * wait, so no extra thread is needed.
 */
final class Emitter {
    private record Event(String name, Consumer<Listener> tell) {}

    private final System.Logger logger;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final ArrayDeque<Event> waiting = new ArrayDeque<>();
    private boolean isTelling;

    /** Errors also go to the logger, unless it is null. */
    Emitter(System.Logger logger) {
        this.logger = logger;
    }

    /** Adds a listener; run the result to remove it. */
    Runnable listen(Listener listener) {
        // A wrapper of its own, so that a listener that is added twice is called twice, and each registration can be
        // removed.
        Listener own = new Listener() {
            @Override
            public void ready(long revision) {
                listener.ready(revision);
            }

            @Override
            public void changed(List<String> keys) {
                listener.changed(keys);
            }

            @Override
            public void stale(long revision) {
                listener.stale(revision);
            }

            @Override
            public void error(FlagsError error) {
                listener.error(error);
            }
        };
        listeners.add(own);
        return () -> listeners.remove(own);
    }

    void emit(String name, Consumer<Listener> tell) {
        synchronized (waiting) {
            waiting.add(new Event(name, tell));
            if (isTelling) return;
            isTelling = true;
        }
        for (Event next; (next = nextEvent()) != null; ) {
            for (Listener listener : listeners) tell(listener, next);
        }
    }

    private Event nextEvent() {
        synchronized (waiting) {
            isTelling = !waiting.isEmpty();
            return waiting.poll();
        }
    }

    /** A listener that throws must harm neither the SDK nor the listeners after it. */
    private void tell(Listener listener, Event event) {
        try {
            event.tell.accept(listener);
        } catch (Exception | LinkageError | AssertionError thrown) {
            if (event.name.equals("error")) return;
            String message = "A listener of \"" + event.name + "\" threw: " + thrown;
            fail(new FlagsError(ErrorCode.LISTENER, message, thrown));
        }
    }

    void fail(FlagsError error) {
        if (logger != null) logger.log(Level.WARNING, () -> error.code() + ": " + error.message());
        emit("error", listener -> listener.error(error));
    }
}

package io.github.buntingflags.internal.bundle;

import io.github.buntingflags.ErrorCode;
import io.github.buntingflags.FlagsError;
import io.github.buntingflags.Listener;
import io.github.buntingflags.Status;
import io.github.buntingflags.internal.engine.evaluate.CompiledFlag;
import io.github.buntingflags.internal.engine.graph.FlagGraph;
import io.github.buntingflags.internal.engine.graph.FlagGraph.Changed;
import io.github.buntingflags.internal.engine.graph.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Holds the current flags and their status, and notifies listeners of changes. */
public final class HeldFlags {
    /** Replaced as a whole; null while there are no flags. */
    private volatile Snapshot snapshot;

    private final Emitter emitter;
    /** Completes once there is nothing left to wait for: there are flags, or none will come. */
    private final CompletableFuture<Void> settled = new CompletableFuture<>();

    private final LiveBundle live = new LiveBundle();
    private Status status = Status.STARTING;
    private FlagsError lostTo;

    public HeldFlags(System.Logger logger) {
        emitter = new Emitter(logger);
    }

    /** Fetches the large lists that bundles name. */
    public synchronized void follow(Lists lists) {
        live.follow(lists, this::listCame);
    }

    /** Applies the changes to segments that waited for a list. */
    private void listCame(String segment) {
        Events events = new Events();
        synchronized (this) {
            Changed changed = live.takeList(segment);
            if (changed == null) return;
            snapshot = changed.snapshot();
            if (!changed.keys().isEmpty()) events.changed(changed.keys());
        }
        events.tell();
    }

    public Snapshot snapshot() {
        return snapshot;
    }

    /** Events to emit after the lock is released, because listeners may call any method. */
    private final class Events {
        private final List<Runnable> all = new ArrayList<>();

        void fail(ErrorCode code, String message) {
            all.add(() -> HeldFlags.this.fail(new FlagsError(code, message, null)));
        }

        void changed(List<String> keys) {
            all.add(() -> emitter.emit("changed", listener -> listener.changed(keys)));
        }

        void tell() {
            all.forEach(Runnable::run);
        }
    }

    /** Begins with a cached bundle, unless there is a newer one already. */
    public void begin(Bundle first) {
        Events events = new Events();
        synchronized (this) {
            if (live.head() != null) return;
            replace(first, events);
        }
        events.tell();
        current();
    }

    public void replace(Bundle next) {
        Events events = new Events();
        synchronized (this) {
            replace(next, events);
        }
        events.tell();
    }

    private void replace(Bundle next, Events events) {
        Bundle.Head before = live.head();
        taken(before, live.replace(next), events);
    }

    /** Returns false for a patch of another revision than the one held. */
    public boolean patch(Bundle patch) {
        Events events = new Events();
        synchronized (this) {
            Bundle.Head before = live.head();
            Changed changed = before == null ? null : live.patch(patch);
            if (changed == null) return false;
            taken(before, changed, events);
        }
        events.tell();
        return true;
    }

    private void taken(Bundle.Head before, Changed changed, Events events) {
        snapshot = changed.snapshot();
        tellFaults(before, changed, events);
        if (before != null && !changed.keys().isEmpty()) events.changed(changed.keys());
    }

    /** Reports changed flags that are malformed, and an unknown format once. */
    private void tellFaults(Bundle.Head before, Changed changed, Events events) {
        Bundle.Head now = live.head();
        if (!FlagGraph.isKnownFormat(now.format())) {
            if (before != null && Objects.equals(before.format(), now.format())) return;
            String format = now.others().get("format");
            events.fail(
                    ErrorCode.BAD_ANSWER,
                    "Bundles of format " + format + " need a newer SDK: every flag gives its fallback.");
            return;
        }
        for (String key : changed.keys()) {
            CompiledFlag flag = changed.snapshot().find(key);
            if (flag != null && flag.isBroken && !live.isHeld(key)) {
                events.fail(ErrorCode.BAD_ANSWER, "The flag \"" + key + "\" cannot be read.");
            }
        }
    }

    /** Called when the flags held are up to date. */
    public void current() {
        long revision;
        synchronized (this) {
            lostTo = null;
            if (live.head() == null || status == Status.READY || status == Status.CLOSED) return;
            status = Status.READY;
            revision = revisionNow();
        }
        settled.complete(null);
        emitter.emit("ready", listener -> listener.ready(revision));
    }

    /** Called when Bunting cannot be reached. Retries continue; the error is reported once. */
    public void lost(FlagsError error) {
        boolean isTold;
        boolean wasReady;
        long revision;
        synchronized (this) {
            isTold = lostTo != null && lostTo.message().equals(error.message());
            lostTo = error;
            wasReady = status == Status.READY;
            if (wasReady) status = Status.STALE;
            revision = wasReady ? revisionNow() : 0;
        }
        if (error.code() == ErrorCode.KEY_REFUSED) settled.complete(null);
        if (wasReady) emitter.emit("stale", listener -> listener.stale(revision));
        if (!isTold) fail(error);
    }

    public void close() {
        synchronized (this) {
            status = Status.CLOSED;
        }
        settled.complete(null);
    }

    public CompletableFuture<Boolean> ready() {
        return settled.thenApply(nothing -> snapshot != null);
    }

    public Runnable listen(Listener listener) {
        return emitter.listen(listener);
    }

    public void fail(FlagsError error) {
        emitter.fail(error);
    }

    public synchronized Status status() {
        return status;
    }

    /** Null if Bunting can be reached, or was not contacted yet. */
    public synchronized FlagsError error() {
        return lostTo;
    }

    /** Null while there are no flags. */
    public synchronized String environmentId() {
        return live.head() == null ? null : live.head().environmentId();
    }

    /** Null while there are no flags. */
    public synchronized Long revision() {
        return live.head() == null ? null : revisionNow();
    }

    private long revisionNow() {
        return (long) live.head().revision();
    }

    /** Returns the whole bundle, as the service would send it. */
    public synchronized String text() {
        return live.text();
    }
}

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

/** The flags as they are now, how things stand, and who is told when that changes. */
public final class HeldFlags {
    /** What every question is answered from; null while there are no flags. It is replaced whole. */
    private volatile Snapshot snapshot;

    private final Emitter emitter;
    /** Done when nobody has to wait any more: flags are there, or nothing will come. */
    private final CompletableFuture<Void> settled = new CompletableFuture<>();

    private final LiveBundle live = new LiveBundle();
    private Status status = Status.STARTING;
    private FlagsError lostTo;

    public HeldFlags(System.Logger logger) {
        emitter = new Emitter(logger);
    }

    /** Has the large lists fetched that bundles name. */
    public synchronized void follow(Lists lists) {
        live.follow(lists, this::listCame);
    }

    /** What waited for a list is what the bundle says. */
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

    /** What is to be told once nobody holds the lock: listeners may ask anything. */
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

    /** Takes what was kept from before, unless something newer is here already. */
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

    /** False where it is not a patch of what is here. */
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

    /** What cannot be read of what changed, and was not told of before. */
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

    /** What is here is what Bunting has. */
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

    /** Bunting cannot be asked now. That is tried again and again, and told once. */
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

    /** Null where Bunting can be asked, or was not asked yet. */
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

    /** The whole bundle, as a server would send it. */
    public synchronized String text() {
        return live.text();
    }
}

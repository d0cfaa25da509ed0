package io.github.buntingflags.internal.bundle;

import io.github.buntingflags.ErrorCode;
import io.github.buntingflags.FlagsError;
import io.github.buntingflags.internal.connection.Failure;
import io.github.buntingflags.internal.connection.KnownList;
import io.github.buntingflags.internal.connection.Service;
import io.github.buntingflags.internal.engine.lists.HashList;
import io.github.buntingflags.internal.engine.lists.LargeList;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The large lists that the bundle names. Each is fetched on a thread of its own, which ends when the list is loaded.
 */
public final class Lists {
    /** The wait before a retry, longer each time: a list may reach Delivery a little after the bundle. */
    private static final double RETRY_MS = 200;

    private static final double MAX_RETRY_MS = 30_000;
    /** The attempt at which a failure is reported: the first ones may be too early. */
    private static final int TOLD_AT = 5;

    private static final class Held {
        KnownList loaded;
        LargeList wanted;
        Runnable whenHere;
        boolean isLoading;
        /** A permit ends the wait before a retry. */
        final Semaphore woken = new Semaphore(0);
    }

    private final Service service;
    private final KeptLists kept;
    private final CountDownLatch closing;
    private final Consumer<FlagsError> fail;
    private final Map<String, Held> held = new HashMap<>();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    public Lists(Service service, KeptLists kept, CountDownLatch closing, Consumer<FlagsError> fail) {
        this.service = service;
        this.kept = kept;
        this.closing = closing;
        this.fail = fail;
    }

    /** Returns the list in exactly this version; null while that is not loaded. */
    synchronized HashList find(LargeList named) {
        Held one = held.get(named.list());
        if (one == null || one.loaded == null) return null;
        LargeList loaded = one.loaded.named();
        boolean isIt = loaded.version() == named.version() && loaded.sha256().equals(named.sha256());
        return isIt ? one.loaded.list() : null;
    }

    /** Fetches a version, and calls back once it is loaded. Of each list only the version wanted last is fetched. */
    synchronized void want(LargeList named, Runnable whenHere) {
        Held one = held.computeIfAbsent(named.list(), list -> new Held());
        // Every change of the bundle wants what is missing. Only another version is a reason to try at once.
        if (one.wanted == null || !one.wanted.sha256().equals(named.sha256())) one.woken.release();
        one.wanted = named;
        one.whenHere = whenHere;
        if (one.isLoading || closing.getCount() == 0) return;
        one.isLoading = true;
        start(() -> load(one));
    }

    /** Drops all other lists. */
    synchronized void keepOnly(Set<String> named) {
        held.entrySet().removeIf(each -> {
            String list = each.getKey();
            if (named.contains(list)) return false;
            each.getValue().woken.release();
            // On another thread: this one holds the lock on the flags, and a failure goes to listeners, which may call
            // any method.
            start(() -> {
                kept.remove(list);
                threads.remove(Thread.currentThread());
            });
            return true;
        });
    }

    private void start(Runnable task) {
        Thread thread = new Thread(task, "bunting-list");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** Ends the waits before retries, once the flags are closing. */
    public synchronized void stop() {
        for (Held one : held.values()) one.woken.release();
    }

    /** Waits until no list is being fetched or written. */
    public void join(long timeoutMs) throws InterruptedException {
        for (Thread thread : List.copyOf(threads)) if (thread != Thread.currentThread()) thread.join(timeoutMs);
    }

    /** Returns null if the list is loaded, or no longer named. */
    private synchronized LargeList next(Held one) {
        LargeList wanted = one.wanted;
        if (wanted != null && held.get(wanted.list()) == one && closing.getCount() > 0) {
            one.woken.drainPermits();
            return wanted;
        }
        one.isLoading = false;
        threads.remove(Thread.currentThread());
        return null;
    }

    private synchronized Runnable came(Held one, KnownList found) {
        one.loaded = found;
        // After a restored backup another version may have the same number.
        if (one.wanted != null && one.wanted.sha256().equals(found.named().sha256())) one.wanted = null;
        return one.whenHere;
    }

    private void load(Held one) {
        int tries = 0;
        for (LargeList named; (named = next(one)) != null; ) {
            try {
                bring(named, one);
                tries = 0;
            } catch (IOException | Failure | RuntimeException thrown) {
                if (tries == TOLD_AT) {
                    fail.accept(Failure.asError(ErrorCode.UNREACHABLE, "A list cannot be fetched", thrown));
                }
                boolean isWoken = pause(one, Math.min(MAX_RETRY_MS, RETRY_MS * Math.pow(1.5, tries)));
                tries = isWoken ? 0 : tries + 1;
            }
        }
    }

    /** Waits before a retry, and returns whether another version ended the wait. */
    private boolean pause(Held one, double ms) {
        try {
            return one.woken.tryAcquire(service.scaled(ms), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Loads the cached version if it is the one that is named; else fetches the changes since then. */
    private void bring(LargeList named, Held one) throws IOException, Failure {
        KnownList known = one.loaded == null ? kept.read(named) : one.loaded;
        if (one.loaded == null && known != null && known.is(named)) {
            came(one, new KnownList(named, known.list())).run();
            return;
        }
        KnownList found = service.fetchList(named, known);
        came(one, found).run();
        kept.write(found);
    }
}

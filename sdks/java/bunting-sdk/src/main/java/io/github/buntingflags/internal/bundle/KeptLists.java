package io.github.buntingflags.internal.bundle;

import io.github.buntingflags.ErrorCode;
import io.github.buntingflags.FlagsError;
import io.github.buntingflags.ListCache;
import io.github.buntingflags.internal.connection.Failure;
import io.github.buntingflags.internal.connection.KnownList;
import io.github.buntingflags.internal.engine.lists.LargeList;
import io.github.buntingflags.internal.engine.lists.ListContent;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/** Caches large lists across restarts. A failure is reported and has no other effect. */
public final class KeptLists {
    /** Lists grow and shrink: a cached one may have more hashes than the version that is named. */
    private static final long MAX_HASHES = 10_000_000;

    private final ListCache cache;
    private final Consumer<FlagsError> fail;

    /** `cache` is null if there is none. */
    public KeptLists(ListCache cache, Consumer<FlagsError> fail) {
        this.cache = cache;
        this.fail = fail;
    }

    /** Reads any cached version, or null. The caller verifies it by its hash. */
    KnownList read(LargeList named) {
        if (cache == null) return null;
        try (InputStream in = cache.readList(named.list())) {
            if (in == null) return null;
            InputStream buffered = new BufferedInputStream(in, 64 * 1_024);
            ListContent content = ListContent.read(buffered, Math.max(named.size(), MAX_HASHES));
            if (content.from() != 0) return null;
            long size = content.added().size();
            LargeList kept = new LargeList(named.list(), content.version(), size, named.salt(), named.sha256());
            return new KnownList(kept, content.added());
        } catch (IOException | RuntimeException thrown) {
            failed(thrown);
            return null;
        }
    }

    void write(KnownList known) {
        if (cache == null) return;
        try {
            LargeList named = known.named();
            cache.writeList(named.list(), out -> ListContent.write(out, named.version(), known.list()));
        } catch (IOException | RuntimeException thrown) {
            failed(thrown);
        }
    }

    void remove(String list) {
        if (cache == null) return;
        try {
            cache.removeList(list);
        } catch (IOException | RuntimeException thrown) {
            failed(thrown);
        }
    }

    private void failed(Exception thrown) {
        fail.accept(Failure.asError(ErrorCode.CACHE, "A list cannot be kept", thrown));
    }
}

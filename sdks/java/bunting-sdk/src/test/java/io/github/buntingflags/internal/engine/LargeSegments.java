package io.github.buntingflags.internal.engine;

import io.github.buntingflags.internal.engine.lists.HashList;
import io.github.buntingflags.internal.engine.lists.LargeList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The lists that are loaded, as in the conformance data. */
final class LargeSegments {
    private final List<Map<?, ?>> lists = new ArrayList<>();

    static LargeSegments in(Object raw) {
        LargeSegments made = new LargeSegments();
        made.add(raw);
        return made;
    }

    void add(Object raw) {
        if (raw instanceof List<?> more) for (Object each : more) lists.add((Map<?, ?>) each);
    }

    HashList find(LargeList named) {
        for (Map<?, ?> each : lists) {
            boolean isIt = each.get("list").equals(named.list()) && (Double) each.get("version") == named.version();
            if (isIt) return hashes(each.get("hashes"));
        }
        return null;
    }

    /** Parses hashes in hexadecimal. */
    static HashList hashes(Object raw) {
        List<?> texts = (List<?>) raw;
        return new HashList(texts.stream()
                .mapToLong(hash -> Long.parseUnsignedLong((String) hash, 16))
                .toArray());
    }
}

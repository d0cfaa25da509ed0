package io.github.buntingflags.internal.engine.graph;

import io.github.buntingflags.internal.engine.config.FlagConfig;
import io.github.buntingflags.internal.engine.config.Reference;
import io.github.buntingflags.internal.engine.config.SegmentConfig;
import io.github.buntingflags.internal.engine.config.WellFormed;
import io.github.buntingflags.internal.engine.evaluate.CompiledFlag;
import io.github.buntingflags.internal.engine.evaluate.Experiment;
import io.github.buntingflags.internal.engine.lists.LargeList;
import io.github.buntingflags.internal.json.BadJson;
import io.github.buntingflags.internal.json.Json;
import java.util.List;
import java.util.Map;

/** The source of a flag or segment. */
final class GraphItem {
    final Reference name;
    final boolean isThere;
    /** False if it is malformed: it then depends on nothing. */
    final boolean isReadable;
    /** The items it depends on: segments in the order of the rules, then flags. */
    final List<Reference> names;
    /** The list of a large segment; null for all others. */
    final LargeList large;

    private final String raw;
    /** The parsed source. It is dropped once it is compiled, and parsed again if an item it depends on changes. */
    private CompiledFlag.Meta meta = CompiledFlag.Meta.NONE;

    private FlagConfig flag;
    private SegmentConfig segment;

    GraphItem(Reference name, String raw, boolean isKnownFormat) {
        this.name = name;
        this.raw = raw;
        isThere = raw != null;
        if (isThere && (name.isSegment() || isKnownFormat)) read();
        isReadable = flag != null || segment != null;
        large = segment == null ? null : segment.large();
        if (flag != null) names = Reference.in(flag.rules(), flag.prerequisites());
        else names = segment == null ? List.of() : Reference.in(segment.rules(), List.of());
    }

    private void read() {
        Object said;
        try {
            said = Json.read(raw);
        } catch (BadJson bad) {
            return;
        }
        if (name.isSegment()) {
            segment = WellFormed.readSegment(said);
            return;
        }
        if (!(said instanceof Map<?, ?> fields) || !(fields.get("id") instanceof String id)) return;
        boolean clientSafe = Boolean.TRUE.equals(fields.get("clientSafe"));
        flag = WellFormed.readFlag(fields.get("config"), fields.get("type"));
        meta = flag == null
                ? new CompiledFlag.Meta(id, 0, clientSafe, false, null)
                : new CompiledFlag.Meta(
                        id,
                        flag.version(),
                        clientSafe,
                        flag.isStatic(),
                        Experiment.read(fields.get("experiment"), flag));
    }

    FlagConfig flag() {
        if (flag == null) read();
        return flag;
    }

    SegmentConfig segment() {
        if (segment == null) read();
        return segment;
    }

    CompiledFlag.Meta meta() {
        return meta;
    }

    void forget() {
        flag = null;
        segment = null;
    }
}

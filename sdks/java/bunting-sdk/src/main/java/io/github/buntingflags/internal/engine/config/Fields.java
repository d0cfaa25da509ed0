package io.github.buntingflags.internal.engine.config;

import io.github.buntingflags.internal.engine.values.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A JSON object whose fields are all known. Reading one that is missing, or of another type, throws {@link Unknown}.
 */
final class Fields {
    /** Thrown for a field, operator or value that this engine does not know. */
    static final class Unknown extends Exception {
        private static final long serialVersionUID = 1;

        Unknown() {
            super(null, null, false, false);
        }
    }

    interface Read<Value> {
        Value of(Object raw) throws Unknown;
    }

    private final Map<?, ?> fields;

    private Fields(Map<?, ?> fields) {
        this.fields = fields;
    }

    static Fields of(Object raw, Set<String> names) throws Unknown {
        Fields read = ofAny(raw);
        check(names.containsAll(read.fields.keySet()));
        return read;
    }

    /** Allows other fields too. */
    static Fields ofAny(Object raw) throws Unknown {
        if (!(raw instanceof Map<?, ?> fields)) throw new Unknown();
        return new Fields(fields);
    }

    static void check(boolean isKnown) throws Unknown {
        if (!isKnown) throw new Unknown();
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    Object get(String name) {
        return fields.get(name);
    }

    Set<?> names() {
        return fields.keySet();
    }

    String text(String name) throws Unknown {
        return text(get(name));
    }

    /** Returns null if the field is missing; an explicit null is rejected. */
    String optionalText(String name) throws Unknown {
        return has(name) ? text(name) : null;
    }

    boolean truth(String name) throws Unknown {
        if (!(get(name) instanceof Boolean truth)) throw new Unknown();
        return truth;
    }

    double number(String name) throws Unknown {
        if (!(get(name) instanceof Double number)) throw new Unknown();
        check(Double.isFinite(number));
        return number;
    }

    long whole(String name) throws Unknown {
        double number = number(name);
        check(Numbers.isSafeInteger(number));
        return (long) number;
    }

    <Value> List<Value> list(String name, int most, Read<Value> read) throws Unknown {
        return list(get(name), most, read);
    }

    static String text(Object raw) throws Unknown {
        if (!(raw instanceof String text)) throw new Unknown();
        return text;
    }

    static <Value> List<Value> list(Object raw, int most, Read<Value> read) throws Unknown {
        if (!(raw instanceof List<?> elements) || elements.size() > most) throw new Unknown();
        List<Value> values = new ArrayList<>(elements.size());
        for (Object element : elements) values.add(read.of(element));
        return values;
    }
}

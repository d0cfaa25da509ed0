package io.github.buntingflags.testservice;

import java.util.Map;

/** The fields of a request's body, unchecked. */
record Fields(Map<?, ?> all) {
    Object get(String name) {
        return all.get(name);
    }

    String text(String name) {
        return get(name) instanceof String text ? text : null;
    }

    double number(String name, double otherwise) {
        return get(name) instanceof Double number ? number : otherwise;
    }

    boolean truth(String name) {
        return Boolean.TRUE.equals(get(name));
    }

    /** Returns an empty object if the field is missing or has another type. */
    Fields object(String name) {
        return new Fields(get(name) instanceof Map<?, ?> members ? members : Map.of());
    }
}

package io.github.buntingflags.testservice;

import java.util.Map;

/** What a body holds, however odd. */
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

    /** Empty where it is none. */
    Fields object(String name) {
        return new Fields(get(name) instanceof Map<?, ?> members ? members : Map.of());
    }
}

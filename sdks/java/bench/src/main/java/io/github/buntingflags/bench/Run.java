package io.github.buntingflags.bench;

/**
 * Evaluates `times` times and returns how often the result was on: the JVM could optimize away a result that is not
 * used.
 */
public interface Run {
    int run(int times);
}

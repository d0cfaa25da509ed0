package io.github.buntingflags.bench;

/** Evaluates so often, and counts what was on: an answer that nobody uses need not be worked out. */
public interface Run {
    int run(int times);
}

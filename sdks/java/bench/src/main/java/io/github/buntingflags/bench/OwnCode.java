package io.github.buntingflags.bench;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/**
 * Loads the class of a loop again for each case. The JVM optimizes a loop for all calls that it has ever made: shared
 * between cases, it would call hand-written code through a table, whereas an application calls its own code directly.
 */
final class OwnCode {
    private OwnCode() {}

    static <Loop extends Run> Run of(Class<Loop> loop, Object... given) {
        try (InputStream code = loop.getResourceAsStream(loop.getSimpleName() + ".class")) {
            Class<?> own = MethodHandles.lookup()
                    .defineHiddenClass(code.readAllBytes(), true)
                    .lookupClass();
            return (Run) own.getDeclaredConstructors()[0].newInstance(given);
        } catch (IOException | ReflectiveOperationException failed) {
            throw new IllegalStateException(failed);
        }
    }
}

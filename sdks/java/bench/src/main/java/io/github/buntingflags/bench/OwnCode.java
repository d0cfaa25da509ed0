package io.github.buntingflags.bench;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/**
 * Loads a loop once more for each case. The compiler of the JVM optimises a loop for all that ever went through it: shared by
 * the cases, it would call hand-written code through a table, where an application's own code is called directly.
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

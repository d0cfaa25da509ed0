package io.github.buntingflags;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A GraalVM native image only contains code that is statically reachable from `main`. Classes and resources that are
 * looked up by name at run time have to be declared, so the SDK looks none up.
 */
class NativeImageTest {
    /** Methods that look something up by name, or define classes at run time. */
    private static final Predicate<String> LOOKS_UP = Pattern.compile(String.join(
                    "|",
                    "java/lang/Class\\.(forName|newInstance|get(Declared)?(Method|Field|Constructor|Class)s?|getRecordComponents)",
                    "java/lang/Class(Loader)?\\.(getResource|getSystemResource|loadClass|defineClass).*",
                    "java/lang/Module\\.getResourceAsStream",
                    "java/lang/System\\.load(Library)?",
                    // Reading an array's elements needs no declaration.
                    "java/lang/reflect/(?!Array\\.(get|getLength)$).*",
                    "java/lang/invoke/MethodHandles\\$Lookup\\.(find|unreflect|define).*",
                    "java/util/(ServiceLoader|ResourceBundle)\\..*",
                    "java/io/Object(Input|Output)Stream\\..*",
                    "sun/.*"))
            .asMatchPredicate();

    @Test
    void theSdkLooksNoClassAndNoResourceUpByName() throws IOException, URISyntaxException {
        Path classes = Path.of(
                Flags.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Set<String> found = new TreeSet<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(classes)) {
            files = all.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : files) {
            for (String called : lookUpsIn(Files.newInputStream(file)))
                found.add(classes.relativize(file) + " calls " + called);
        }
        assertTrue(files.size() > 100, files.size() + " classes in " + classes);
        assertEquals(Set.of(), found);
    }

    @Test
    void aLookUpIsFound() throws IOException {
        InputStream code = LooksUp.class.getResourceAsStream("NativeImageTest$LooksUp.class");
        assertEquals(Set.of("java/lang/Class.forName", "java/lang/Class.getResourceAsStream"), lookUpsIn(code));
    }

    private static final class LooksUp {
        static Object byName(String name) throws ClassNotFoundException {
            return LooksUp.class.getResourceAsStream(name) == null ? Class.forName(name) : null;
        }
    }

    private static Set<String> lookUpsIn(InputStream code) throws IOException {
        Set<String> found = new TreeSet<>();
        try (DataInputStream in = new DataInputStream(code)) {
            for (String called : new ConstantPool(in).methods()) if (LOOKS_UP.test(called)) found.add(called);
        }
        return found;
    }

    /** The names in a class file (JVM specification, 4.4). */
    private static final class ConstantPool {
        private final String[] texts;
        private final int[] first;
        private final int[] second;
        private final boolean[] isMethod;

        ConstantPool(DataInputStream in) throws IOException {
            in.skipNBytes(8);
            int count = in.readUnsignedShort();
            texts = new String[count];
            first = new int[count];
            second = new int[count];
            isMethod = new boolean[count];
            for (int at = 1; at < count; at++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case 1 -> texts[at] = in.readUTF();
                    case 3, 4 -> in.skipNBytes(4);
                    case 5, 6 -> {
                        in.skipNBytes(8);
                        // A long or a double takes two entries.
                        at++;
                    }
                    case 7, 8, 16, 19, 20 -> first[at] = in.readUnsignedShort();
                    case 15 -> in.skipNBytes(3);
                    default -> {
                        isMethod[at] = tag == 10 || tag == 11;
                        first[at] = in.readUnsignedShort();
                        second[at] = in.readUnsignedShort();
                    }
                }
            }
        }

        /** Returns all methods that the class calls, in the form `java/lang/Class.forName`. */
        Set<String> methods() {
            Set<String> methods = new TreeSet<>();
            for (int at = 1; at < texts.length; at++) {
                if (isMethod[at]) methods.add(texts[first[first[at]]] + "." + texts[first[second[at]]]);
            }
            return methods;
        }
    }
}

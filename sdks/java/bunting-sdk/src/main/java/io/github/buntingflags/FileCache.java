package io.github.buntingflags;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;

/**
 * Keeps the last bundle in a file, and large lists in files beside it, which the SDKs of all languages share. Nobody ever reads half
 * of one: each is written aside and renamed. Rules are in them, so they are readable for their owner alone.
 */
public final class FileCache implements Cache, ListCache {
    private static final Pattern LIST_ID = Pattern.compile("[A-Za-z0-9_-]{1,100}");

    private final Path path;

    private FileCache(Path path) {
        this.path = path;
    }

    /**
     * A cache in a file.
     *
     * @param path the file's; folders that are missing are made
     * @return the cache
     */
    public static FileCache at(Path path) {
        return new FileCache(path.toAbsolutePath());
    }

    /**
     * A cache in a file.
     *
     * @param path the file's; folders that are missing are made
     * @return the cache
     */
    public static FileCache at(String path) {
        return at(Path.of(path));
    }

    @Override
    public String read() throws IOException {
        try {
            return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
        } catch (NoSuchFileException absent) {
            return null;
        }
    }

    @Override
    public void write(String bundle) throws IOException {
        replace(path, out -> out.write(bundle.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public InputStream readList(String list) throws IOException {
        try {
            return Files.newInputStream(listPath(list));
        } catch (NoSuchFileException absent) {
            return null;
        }
    }

    @Override
    public void writeList(String list, Content content) throws IOException {
        replace(listPath(list), content);
    }

    @Override
    public void removeList(String list) throws IOException {
        Files.deleteIfExists(listPath(list));
    }

    /** Beside the bundle. Ids come from the service: one that could be a path is none. */
    private Path listPath(String list) throws IOException {
        if (!LIST_ID.matcher(list).matches()) throw new IOException("a list has an id that is none");
        return path.resolveSibling(path.getFileName() + "." + list);
    }

    private static void replace(Path path, Content content) throws IOException {
        Path folder = path.getParent();
        Files.createDirectories(folder);
        // Several processes may share the file: each writes its own beside it, readable for its owner alone.
        Path aside = Files.createTempFile(folder, path.getFileName() + ".", "");
        try {
            try (OutputStream out = Files.newOutputStream(aside)) {
                content.writeTo(out);
            }
            Files.move(aside, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(aside);
        }
    }
}

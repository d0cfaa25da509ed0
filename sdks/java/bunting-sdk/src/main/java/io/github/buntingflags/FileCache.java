package io.github.buntingflags;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Keeps the last bundle in a file, which the SDKs of all languages share. Nobody ever reads half a bundle: it is written aside
 * and renamed. Rules are in it, so it is readable for its owner alone.
 */
public final class FileCache implements Cache {
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
        Path folder = path.getParent();
        Files.createDirectories(folder);
        // Several processes may share the file: each writes its own beside it, readable for its owner alone.
        Path aside = Files.createTempFile(folder, path.getFileName() + ".", "");
        try {
            Files.write(aside, bundle.getBytes(StandardCharsets.UTF_8));
            Files.move(aside, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(aside);
        }
    }
}

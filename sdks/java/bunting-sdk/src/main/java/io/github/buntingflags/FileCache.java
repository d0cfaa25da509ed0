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
 * Stores the last bundle in a file, and large lists in files beside it. The SDKs of all languages can share these
 * files. Each is written under a temporary name and renamed, so readers never see a partial one. They contain targeting
 * rules, so only their owner may read them.
 */
public final class FileCache implements Cache, ListCache {
    private static final Pattern LIST_ID = Pattern.compile("[A-Za-z0-9_-]{1,100}");

    private final Path path;

    private FileCache(Path path) {
        this.path = path;
    }

    /**
     * Returns a cache in a file.
     *
     * @param path the file; missing directories are created
     * @return the cache
     */
    public static FileCache at(Path path) {
        return new FileCache(path.toAbsolutePath());
    }

    /**
     * Returns a cache in a file.
     *
     * @param path the path of the file; missing directories are created
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

    /**
     * Returns the path of a list, beside the bundle. List ids come from the service, so an id that could be a path is
     * rejected.
     */
    private Path listPath(String list) throws IOException {
        if (!LIST_ID.matcher(list).matches()) throw new IOException("a list has an id that is none");
        return path.resolveSibling(path.getFileName() + "." + list);
    }

    private static void replace(Path path, Content content) throws IOException {
        Path folder = path.getParent();
        Files.createDirectories(folder);
        // Processes may share the file, so each writes a temporary file of its own, which only its owner may read.
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

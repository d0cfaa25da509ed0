package io.github.buntingflags.internal.engine.lists;

/** The name and version of a list that is too large for a bundle. */
public record LargeList(String list, long version, long size, String salt, String sha256) {
    /** Finds a list in exactly the version that is named. */
    public interface Find {
        /** Returns null while the list is not loaded. */
        HashList find(LargeList named);
    }

    public byte[] saltBytes() {
        return java.util.Base64.getUrlDecoder().decode(salt);
    }
}

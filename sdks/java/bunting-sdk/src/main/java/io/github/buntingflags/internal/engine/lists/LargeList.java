package io.github.buntingflags.internal.engine.lists;

/** A list of units that a bundle names and does not hold. */
public record LargeList(String list, long version, long size, String salt, String sha256) {
    /** Finds a list in just the version that is named. */
    public interface Find {
        /** Null while it is not there. */
        HashList find(LargeList named);
    }

    public byte[] saltBytes() {
        return java.util.Base64.getUrlDecoder().decode(salt);
    }
}

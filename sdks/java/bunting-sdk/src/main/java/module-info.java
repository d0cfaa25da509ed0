/** Feature flags, evaluated in your process and kept current by Bunting. */
module io.github.buntingflags.sdk {
    exports io.github.buntingflags;
}

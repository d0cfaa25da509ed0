/** Feature flags, evaluated in your process and kept up to date by Bunting. */
module io.github.buntingflags.sdk {
    exports io.github.buntingflags;
}

/** An OpenFeature provider that evaluates Bunting's flags. */
module io.github.buntingflags.openfeature {
    requires transitive io.github.buntingflags.sdk;
    requires transitive dev.openfeature.sdk;

    exports io.github.buntingflags.openfeature;
}

package com.example.shop;

import io.github.buntingflags.FileCache;
import io.github.buntingflags.Flags;
import io.github.buntingflags.Options;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class FlagsConfiguration {
    /** One instance for the whole application. Spring calls its close() when the application ends. */
    @Bean
    Flags flags(
            @Value("${bunting.url:http://127.0.0.1:4001}") String url,
            @Value("${bunting.key}") String key,
            @Value("${bunting.cache:flags-cache.json}") String cache) {
        Flags flags = Flags.open(Options.of(url, key).cache(FileCache.at(cache)));
        // The application starts in any case: without flags it uses the fallbacks.
        flags.ready(Duration.ofSeconds(2));
        return flags;
    }
}

package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.buntingflags.FixedFlags;
import io.github.buntingflags.Flags;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "bunting.key=sk_none")
class CartTest {
    private static final FixedFlags FIXED = FixedFlags.of(Map.of("new-cart", true));

    @TestConfiguration
    static class Fixed {
        @Bean
        @Primary
        Flags fixedFlags() {
            return FIXED.flags();
        }
    }

    @Value("${local.server.port}")
    private int port;

    private String cart() throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + "/cart?user=ada");
        HttpRequest request = HttpRequest.newBuilder(uri).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void theCartIsWhatTheFlagSays() throws Exception {
        assertEquals("the new cart", cart());
        FIXED.set("new-cart", false);
        assertEquals("the old cart", cart());
    }
}

package com.example.shop;

import io.github.buntingflags.Context;
import io.github.buntingflags.Flags;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CartController {
    private final Flags flags;

    CartController(Flags flags) {
        this.flags = flags;
    }

    @GetMapping("/cart")
    String cart(@RequestParam String user, @RequestParam(defaultValue = "free") String plan) {
        Context context = Context.user(user).with("plan", plan);
        return flags.bool("new-cart", context, false) ? "the new cart" : "the old cart";
    }
}

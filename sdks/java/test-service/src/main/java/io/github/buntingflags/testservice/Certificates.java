package io.github.buntingflags.testservice;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Trusts the certificates in a file, such as the one that `SSL_CERT_FILE` names for programs in other languages. */
final class Certificates {
    private Certificates() {}

    static SSLContext in(String file) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream text = Files.newInputStream(Path.of(file))) {
            int count = 0;
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(text)) {
                trusted.setCertificateEntry("authority-" + count++, each);
            }
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}

# syntax=docker/dockerfile:1

# The build brings the Node that it ships (26, an npm package): this one only has to start npm.
FROM node:20-bookworm-slim AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends binutils ca-certificates libatomic1 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/var/cache/npm npm_config_cache=/var/cache/npm npm run build -- --out /out

# What the last stage is made of: the executable, the libraries that it is linked with and their loader, each at the path
# where it is looked for, certificates, and somebody to run it as.
RUN mkdir -p /image/usr/local/bin /image/etc/ssl/certs /data \
  && cp /out/bunting /image/usr/local/bin/bunting \
  && ldd /out/bunting | grep -o '/[^ ]*' | xargs -I{} cp -L --parents {} /image \
  && cp -L /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/ca-certificates.crt \
  && echo 'bunting:x:65532:65532:Bunting:/var/lib/bunting:/sbin/nologin' > /image/etc/passwd \
  && echo 'bunting:x:65532:' > /image/etc/group \
  && echo 'hosts: files dns' > /image/etc/nsswitch.conf

FROM scratch
ARG VERSION=0.5.0
LABEL org.opencontainers.image.title="Bunting" \
  org.opencontainers.image.description="Feature flags that you can run yourself: server, dashboard and command line" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /image /
COPY --from=build --chown=65532:65532 /data /var/lib/bunting

# All addresses of the container: which of its ports are published decides who reaches them. With this no sign-in link is
# printed (docs/containers.md).
ENV BUNTING_HOST=0.0.0.0
ENV BUNTING_DATA_DIR=/var/lib/bunting
# There is no /tmp, and SQLite sorts in files what is large.
ENV SQLITE_TMPDIR=/var/lib/bunting
# Beside the authorities that Node knows, those in this file are trusted: mount another over it to add your own.
ENV NODE_USE_SYSTEM_CA=1
ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt
WORKDIR /var/lib/bunting
VOLUME /var/lib/bunting
EXPOSE 4000 4001
# Numeric, so that Kubernetes can see that it is not root.
USER 65532:65532
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
  CMD ["/usr/local/bin/bunting", "health"]
ENTRYPOINT ["/usr/local/bin/bunting"]
CMD ["serve"]

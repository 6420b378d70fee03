#!/bin/sh
# Pins each image of Dockerfile and compose.yaml by the digest that its version has now. Run it again to renew them.
set -eu
cd "$(dirname "$0")/.."
for image in $(sed -nE 's/^ *(FROM|image:) ([^ :@]+:[^ :@]+).*/\2/p' Dockerfile compose.yaml | sort -u); do
    digest=$(docker buildx imagetools inspect --format '{{json .Manifest.Digest}}' "$image" | tr -d '"')
    sed -i.old -E "s|$image(@sha256:[0-9a-f]+)?|$image@$digest|" Dockerfile compose.yaml
    rm Dockerfile.old compose.yaml.old
done

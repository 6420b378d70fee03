#!/bin/sh
# Pins each image of Dockerfile and compose.yaml by the digest that its version has now. Run it again to renew them.
# Nothing is changed unless the registry tells the digest of each. There is no pipe, as `set -e` sees only its end.
set -eu
cd "$(dirname "$0")/.."
edits=
for image in $(sed -nE 's/^ *(FROM|image:) ([^ :@]+:[^ :@]+).*/\2/p' Dockerfile compose.yaml | sort -u); do
    digest=$(docker buildx imagetools inspect --format '{{json .Manifest.Digest}}' "$image")
    digest=${digest#\"}
    digest=${digest%\"}
    case $digest in
        sha256:*) ;;
        *) echo "The registry tells no digest of $image: nothing is changed" >&2; exit 1 ;;
    esac
    edits="$edits;s|$image(@sha256:[0-9a-f]+)?|$image@$digest|"
done
sed -i.old -E "${edits#;}" Dockerfile compose.yaml
rm Dockerfile.old compose.yaml.old

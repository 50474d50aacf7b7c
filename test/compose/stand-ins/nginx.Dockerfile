# Stands in for nginx:1.28.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light curl && rm -rf /var/lib/apt/lists/*

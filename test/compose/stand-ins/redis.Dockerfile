# Stands in for redis:7.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/*
RUN install -d -o redis -g redis /data
WORKDIR /data
USER redis
# As in the official image, other containers may connect.
ENTRYPOINT ["sh", "-c", "exec \"$@\" --protected-mode no", "--"]
CMD ["redis-server"]

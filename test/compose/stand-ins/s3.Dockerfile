# Stands in for MinIO: Ceph's gateway, with its objects in memory.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ceph-mon ceph-osd ceph-common radosgw curl && rm -rf /var/lib/apt/lists/*
COPY s3.sh /usr/local/bin/minio
RUN chmod 755 /usr/local/bin/minio

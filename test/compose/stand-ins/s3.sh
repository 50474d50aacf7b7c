#!/bin/sh
# `minio server /data`: serves S3 on port 9000 with the key in MINIO_ROOT_USER and MINIO_ROOT_PASSWORD.
# Each folder in /data is a bucket.
set -eu
folders=$2
dir=/tmp/ceph
rm -rf "$dir"
mkdir -p "$dir/mon" "$dir/osd" "$dir/rgw"
cd "$dir"
fsid=$(cat /proc/sys/kernel/random/uuid)
osd=$(cat /proc/sys/kernel/random/uuid)
cat >ceph.conf <<CONF
[global]
fsid = $fsid
mon_host = [v2:127.0.0.1:13300,v1:127.0.0.1:16789]
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
# Without authentication there is no encryption, which radosgw asks for by default.
ms_mon_client_mode = crc
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
run_dir = $dir
pid_file = $dir/\$name.pid
admin_socket = $dir/\$name.asok
log_file = $dir/\$name.log
osd_objectstore = memstore
memstore_device_bytes = 1073741824
mon_data = $dir/mon
osd_data = $dir/osd
[client.rgw.a]
rgw_frontends = beast port=9000
rgw_data = $dir/rgw
CONF
export CEPH_CONF="$dir/ceph.conf"
monmaptool --create --fsid "$fsid" --addv a '[v2:127.0.0.1:13300,v1:127.0.0.1:16789]' monmap
ceph-mon --mkfs -i a --monmap monmap
ceph-mon -i a
ceph osd new "$osd"
ceph-osd -i 0 --mkfs --osd-uuid "$osd"
ceph-osd -i 0
radosgw-admin user create --uid=dipper --display-name=dipper \
  --access-key="$MINIO_ROOT_USER" --secret-key="$MINIO_ROOT_PASSWORD" >/dev/null
radosgw -f -n client.rgw.a &
gateway=$!
trap 'kill $gateway; exit 0' TERM INT
url=http://127.0.0.1:9000
until curl -sf -o /dev/null -m 2 "$url"; do sleep 0.5; done
# This version of curl does not send the hash of a body by itself.
nothing=$(printf '' | sha256sum | cut -d ' ' -f 1)
for bucket in "$folders"/*/; do
  curl -sf --aws-sigv4 aws:amz:us-east-1:s3 -u "$MINIO_ROOT_USER:$MINIO_ROOT_PASSWORD" \
    -H "x-amz-content-sha256: $nothing" -X PUT "$url/$(basename "$bucket")"
done
echo "S3 is at $url"
wait $gateway

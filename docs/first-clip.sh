#!/usr/bin/env bash
# From login to a clip that plays, with any camera that speaks RTSP and sends H.264 or H.265. The cloud runs already.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
api=${CLOUD_URL:=http://127.0.0.1:8080}/api/v1
export OWNER_EMAIL=${OWNER_EMAIL:-owner@example.com}
export OWNER_PASSWORD=${OWNER_PASSWORD:?is the password of the owner}
export RTSP_URL=${RTSP_URL:?is the address of the camera} RTSP_USERNAME RTSP_PASSWORD

# Secrets go to curl through pipes, so that no list of processes shows them.
request() { curl --silent --show-error --config <(echo "header = \"authorization: Bearer ${token:-}\"") "$@"; }
get() { request "$api/$1"; }
# The body is a JavaScript expression over the environment.
post() {
  node -p "const { env } = process; JSON.stringify($2)" |
    request --header 'content-type: application/json' --data-binary @- "$api/$1"
}
# Prints one value of an answer, or ends with the reason that the cloud gives.
pick() {
  node -p "const answer = JSON.parse(fs.readFileSync(0, 'utf8') || '{\"error\":{\"message\":\"no answer\"}}')
    if (answer.error) { console.error(answer.error.message); process.exit(1) }
    answer.$1"
}
# Asks each second, for six minutes at most, until a value is the one wanted. Movement makes a clip longer, up to five.
until_is() {
  for _ in {1..360}; do
    value=$(get "$1" | pick "$2")
    if [[ $value == "$3" ]]; then return; fi
    if [[ $value == failed ]]; then break; fi
    sleep 1
  done
  echo "$2 of $1 is $value, not $3" >&2
  return 1
}

echo 'Sign in'
token=$(post auth/login '{ email: env.OWNER_EMAIL, password: env.OWNER_PASSWORD }' | pick access_token)
export site gateway
site=$(get sites | pick 'data[0].id')

echo 'Make a pairing code, pair an agent with it, and run it'
made=$(post gateways/generate-pairing-code '{ name: "First gateway", site_id: env.site }')
gateway=$(pick id <<<"$made")
code=$(pick pairing_code <<<"$made")
folder=$PWD/.data/agent-$gateway
npm run --silent agent -- pair "$code" --cloud "$CLOUD_URL" --data-dir "$folder"
npm run --silent agent -- run --data-dir "$folder" >"$folder/agent.log" 2>&1 &
agent=$!
trap 'kill $agent; wait $agent || true' EXIT
until_is "gateways/$gateway" status online

echo 'Add the camera; before it is kept, the gateway connects to it'
camera=$(post cameras '{
  name: "First camera", type: "rtsp", site_id: env.site, gateway_id: env.gateway,
  rtsp_url: env.RTSP_URL, rtsp_username: env.RTSP_USERNAME, rtsp_password: env.RTSP_PASSWORD,
}' | pick id)
until_is "cameras/$camera" status online

echo 'Record: up to 5 s from before the trigger, 5 s from then on, 5 s of post-roll'
event=$(post "cameras/$camera/trigger" '{ duration_sec: 5, note: "First clip" }' | pick event_id)
until_is "events/$event" clip_status ready

clip=$(get "events/$event" | pick clip_url)
curl --silent --show-error --fail --output .data/first-clip.mp4 "$clip"
echo "The clip is in .data/first-clip.mp4. For up to an hour it plays in a browser from this link:"
echo "  $clip"
echo "Run the agent again with: npm run agent -- run --data-dir $folder"

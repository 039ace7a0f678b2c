package read

import (
	"strings"

	"holdfast/engine/delta/english"
)

// sorts are words of which a thing has one at a time, a line for each sort: who
// orders another one than was decided on changes the decision.
var sorts = strings.Split(`hourly daily nightly weekly biweekly fortnightly monthly quarterly yearly annual annually
red green blue yellow orange purple violet pink black white grey gray brown navy turquoise cyan magenta beige crimson teal olive maroon lime indigo
uppercase lowercase camelcase snakecase snake_case kebab-case camel-case pascalcase capitalised capitalized titlecase
ascending descending newest oldest alphabetical alphabetically chronological chronologically
debug info warn warning verbose quiet trace
dark light sepia
portrait landscape
horizontal vertical
serif sans monospace
json yaml toml csv tsv xml ini xlsx excel ods parquet jsonl ndjson protobuf avro msgpack sqlite
markdown html pdf docx latex rst asciidoc epub odt
png jpeg jpg webp svg avif gif tiff bmp heic
mp3 ogg flac wav opus aac
zip tar gzip zstd brotli 7z xz lz4
postgres postgresql mysql mariadb sqlite mongodb mongo redis duckdb dynamodb cassandra couchdb mssql oracle clickhouse memcached supabase firestore influxdb timescaledb
react vue svelte angular solid preact htmx alpine
tailwind bootstrap bulma sass css
python go golang rust java kotlin ruby php perl javascript typescript swift elixir scala haskell lua zig ocaml julia matlab dart clojure erlang
django flask fastapi express nestjs rails laravel symfony spring gin actix axum
hetzner netcup aws azure gcp digitalocean vercel netlify heroku flyio linode ovh cloudflare
rabbitmq kafka nats sqs celery sidekiq
mit apache gpl bsd mpl agpl lgpl unlicense
english german french spanish italian dutch portuguese polish swedish danish norwegian finnish czech slovak slovenian croatian serbian hungarian romanian greek catalan basque galician welsh irish turkish russian ukrainian arabic hebrew persian hindi vietnamese japanese chinese korean american british
nginx caddy apache traefik haproxy envoy
pytest unittest jest vitest mocha junit testng xunit playwright cypress selenium puppeteer
npm yarn pnpm bun
pip poetry uv conda
cmake bazel meson ninja gradle maven
ubuntu debian fedora arch alpine nixos centos
jenkins github gitlab circleci bitbucket gitea forgejo codeberg
docker podman kubernetes nomad
rest graphql grpc soap websocket websockets sse polling
leaflet mapbox openlayers maplibre
celsius fahrenheit kelvin
metric imperial
euro dollar pound franc yen
oak pine birch beech walnut plywood mdf
wood steel aluminium aluminum plastic brass copper acrylic
a3 a4 a5 a6
arial helvetica inter roboto georgia garamond verdana
monday tuesday wednesday thursday friday saturday sunday
morning noon afternoon evening midnight
minor major patch
email sms telephone phone telegram slack discord whatsapp matrix signal
unity godot unreal bevy pygame phaser
merge squash rebase
tabs spaces
uuid ulid autoincrement serial
utf-8 utf-16 latin1 iso-8859-1 ascii`, "\n")

// kin tells by a stem of which sorts it is.
var kin, kinMarks = kinOfStems()

func kinOfStems() (map[string]uint64, english.Marks) {
	out := map[string]uint64{}
	var marks english.Marks
	for n, line := range sorts {
		for _, stem := range english.Content(line) {
			out[stem] |= 1 << n
			marks.Add(stem)
		}
	}
	return out, marks
}

// sortsOf tells of which sorts some stems are.
func sortsOf(stems []string) (of uint64) {
	for _, w := range stems {
		if kinMarks.May(w) {
			of |= kin[w]
		}
	}
	return of
}

// ofSort are those of some stems that are of a sort.
func ofSort(stems []string, of uint64) []string {
	return those(stems, func(w string) bool { return kinMarks.May(w) && kin[w]&of != 0 })
}

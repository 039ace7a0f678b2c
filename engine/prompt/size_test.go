package prompt

import (
	"encoding/json"
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
)

// kinds are texts of all sorts, with how many tokens twenty times them are with the
// tokenizers of GPT-4o, Qwen 3, Mistral and Gemma 3.
var kinds = []struct {
	name, text string
	tokens     [4]int
}{
	{"prose", "The importer reads each row and skips those without a date. When the job ends, the report is sent to everybody who asked for it.\n", [4]int{560, 560, 620, 581}},
	{"long words", "internationalization responsibilities characterization misunderstanding straightforward environmental considerations\n", [4]int{180, 180, 280, 241}},
	{"German", "Die Donaudampfschifffahrtsgesellschaft verschickt Benachrichtigungen. Bitte überprüfen Sie die Geschwindigkeitsbegrenzung.\n", [4]int{580, 720, 800, 581}},
	{"Russian", "Импортёр читает каждую строку и пропускает те, где нет даты. Пожалуйста, проверьте настройки перед началом работы.\n", [4]int{640, 820, 960, 561}},
	{"Chinese", "导入程序读取每一行，并跳过没有日期的行。请在开始之前检查设置，然后告诉我结果。\n", [4]int{520, 500, 800, 521}},
	{"Japanese", "この関数は各行を読み込み、日付のない行を飛ばします。設定を確認してから始めてください。\n", [4]int{600, 560, 880, 461}},
	{"Korean", "가져오기는 각 행을 읽고 날짜가 없는 행을 건너뜁니다. 시작하기 전에 설정을 확인하세요.\n", [4]int{560, 620, 1040, 621}},
	{"Arabic", "يقرأ المستورد كل صف ويتخطى الصفوف التي لا تحتوي على تاريخ.\n", [4]int{340, 380, 1060, 381}},
	{"Hindi", "आयातक प्रत्येक पंक्ति को पढ़ता है और बिना तारीख वाली पंक्तियों को छोड़ देता है।\n", [4]int{520, 1500, 1720, 421}},
	{"Thai", "ตัวนำเข้าอ่านแต่ละแถวและข้ามแถวที่ไม่มีวันที่\n", [4]int{340, 520, 920, 321}},
	{"emoji", "✅ done 🚀 go ❌ failed 📦 package 🔧 fix\n", [4]int{300, 340, 420, 301}},
	{"Go", "for i, row := range rows {\n\tif row.Date.IsZero() {\n\t\treturn fmt.Errorf(\"row %d has no date: %w\", i, errNoDate)\n\t}\n\tout = append(out, row.Name)\n}\n", [4]int{940, 940, 1220, 1201}},
	{"Python", "def load(path):\n    with open(path) as f:\n        for line in f:\n            if not line.strip():\n                continue\n            yield line.split(\",\")\n", [4]int{660, 640, 860, 821}},
	{"code with Russian names", "// функция возвращает ошибку\nfunc Обработать(шаг int) error {\n\tзначение := карта[\"ключ\"]\n\treturn nil\n}\n", [4]int{581, 620, 860, 701}},
	{"code with Chinese names", "# 返回一个错误\ndef 处理(步骤):\n    结果 = 字典[\"键\"]\n    return 结果\n", [4]int{500, 520, 720, 501}},
	{"HTML", "<div class=\"card mb-4\"><h2 class=\"title\">Total</h2><p>Nothing to see here</p></div>\n", [4]int{600, 600, 640, 581}},
	{"JSON", "{\"id\":4711,\"name\":\"part\",\"tags\":[\"a\",\"b\"],\"nested\":{\"ok\":true,\"value\":null}},\n", [4]int{540, 560, 640, 581}},
	{"indented JSON", "{\n        \"id\": 4711,\n        \"nested\": {\n                \"deep\": {\n                        \"value\": null,\n                        \"list\": [\n                                1,\n                                2\n                        ]\n                }\n        }\n}\n", [4]int{900, 940, 1260, 1161}},
	{"minified", "function f(a){return a.map(b=>b.c).filter(d=>d>3)}var e=f(g.h),i=j[0];if(e.length)k.push(e)\n", [4]int{760, 760, 1040, 1041}},
	{"deep indentation", "                                        return value;\n                                }\n                        }\n                if (a) {\n", [4]int{280, 280, 480, 381}},
	{"a table", "| name                     | total                    | 42                       | ok                       |\n", [4]int{280, 300, 400, 321}},
	{"rulers", "--------------------------------------------------------------------------------\nSummary\n================================================================\n", [4]int{120, 120, 260, 261}},
	{"a log", "2026-03-14T15:09:26.535Z INFO  [worker-3] request id=5f3a9c1d done in 417ms\n", [4]int{780, 1000, 1000, 1001}},
	{"numbers", "183.22,9.05,771.40,12.99,640.00,3.14,27.18,100.01\n", [4]int{640, 1000, 1000, 1001}},
	{"hexadecimal", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n", [4]int{880, 1200, 1200, 1201}},
	{"base64", "TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQsIGNvbnNlY3RldHVyIGFkaXBpc2NpbmcgZWxpdA==\n", [4]int{980, 1060, 1220, 1001}},
}

const times = 20

func sizeOf(t *testing.T, messages ...any) Size {
	t.Helper()
	body, err := json.Marshal(map[string]any{"model": "m", "messages": messages})
	if err != nil {
		t.Fatal(err)
	}
	var p wire.Parser
	req, err := p.Parse(wire.ChatCompletions, body, nil)
	if err != nil {
		t.Fatal(err)
	}
	return SizeOf(req, nil)
}

func says(role, text string) any { return map[string]any{"role": role, "content": text} }

// Whatever a model was asked before, no text of another kind is taken for cut: neither
// where the window is not known, nor where it just fits.
func TestNoKindOfTextIsTakenForCut(t *testing.T) {
	n := 0
	sizes := make([]Size, len(kinds))
	for i, k := range kinds {
		sizes[i] = sizeOf(t, says("user", strings.Repeat(k.text, times)))
	}
	for i, first := range kinds {
		for k, then := range kinds {
			for of := range first.tokens {
				more := 1 + 2*small/then.tokens[of]
				tokens := more * then.tokens[of]
				sent := sizes[k]
				sent.Least, sent.Most = sent.Least*float64(more), sent.Most*float64(more)
				for _, window := range []int{0, tokens + 16} {
					var w Watch
					for range enough {
						w.Read("m", Sent{Size: sizes[i]}, first.tokens[of], 0)
					}
					if c, cut := w.Read("m", Sent{Size: sent, Told: true}, tokens, window); cut {
						t.Errorf("%s after %s, tokenizer %d, window %d: %s", then.name, first.name, of, window, c)
					}
					n++
				}
			}
		}
	}
	t.Logf("none of %d requests was taken for cut", n)
}

// Two thirds of most texts are missed where the model's rate is known from prose.
func TestTwoThirdsOfATextAreMissed(t *testing.T) {
	missed, n := 0, 0
	for _, k := range kinds {
		for of := range k.tokens {
			var w Watch
			for range enough {
				w.Read("m", Sent{Size: sizeOf(t, says("user", strings.Repeat(kinds[0].text, times)))}, kinds[0].tokens[of], 0)
			}
			n++
			size, window := sizeOf(t, says("user", strings.Repeat(k.text, 10*times))), 10*k.tokens[of]/3
			if _, cut := w.Read("m", Sent{Size: size}, window-2, window); cut {
				missed++
			}
		}
	}
	t.Logf("%d of %d cuts were told", missed, n)
	if missed < n/2 {
		t.Errorf("only %d of %d", missed, n)
	}
}

// A server may leave out the tools and what the model thought aloud.
func TestWhatAServerMayLeaveOutIsNotMissed(t *testing.T) {
	thought := "<think>" + strings.Repeat(kinds[0].text, 200) + "</think>"
	with := sizeOf(t, says("user", "why?"), says("assistant", thought+"Because."), says("user", "and then?"))
	without := sizeOf(t, says("user", "why?"), says("assistant", "</think>Because."), says("user", "and then?"))
	if with.Least != without.Least || with.Most < 4000 {
		t.Errorf("%+v, without what it thought %+v", with, without)
	}
}

// A long text is measured by samples.
func TestALongTextIsMuchLikeItsParts(t *testing.T) {
	var all strings.Builder
	short := 0.0
	for _, k := range kinds {
		text := strings.Repeat(k.text, times)
		short += sizeOf(t, says("user", text)).Least
		all.WriteString(text)
	}
	long := sizeOf(t, says("user", strings.Repeat(all.String(), 30))).Least / 30
	if long < short*0.9 || long > short*1.1 {
		t.Errorf("%.0f units, in parts %.0f", long, short)
	}
}

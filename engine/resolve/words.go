package resolve

import "holdfast/parser/block"

// conventions say where a path came from, for a person.
var conventions = map[block.Convention]string{
	block.SearchReplace:    "a SEARCH/REPLACE block names the file",
	block.UnifiedDiff:      "the diff's header names the file",
	block.V4APatch:         "the patch names the file",
	block.FileTag:          "the file tag names the file",
	block.WriteToFile:      "the write_to_file element names the file",
	block.InfoString:       "the fence names the file",
	block.LineQuote:        "the fence quotes lines of the file",
	block.LineAbove:        "the line above the fence names the file",
	block.FilepathComment:  "a filepath comment names the file",
	block.FirstLineComment: "a comment on the first line names the file",
	block.ProseBackticks:   "the text around it mentions the file",
	block.Basename:         "only the file's base name is given",
	block.OnlyFile:         "it is the only file that is tracked",
	block.ToolCall:         "the tool call names the file",
	block.Saved:            "the client saved the file with lines of the reply",
}

func describe(c block.Convention) string {
	if words, ok := conventions[c]; ok {
		return words
	}
	return string(c)
}

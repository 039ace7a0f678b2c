package call

import "holdfast/parser/pattern"

// The plain names of the members by which clients say the same thing.
var (
	pathNames = []string{"filepath", "path", "targetfile", "filename", "file", "absolutepath", "relativepath",
		"relativeworkspacepath", "absolutefilepath", "targetpath", "filepathname"}
	contentNames = []string{"content", "contents", "filetext", "newcontent", "newcontents", "filecontent", "filecontents",
		"codecontent", "text", "code"}
	oldNames = []string{"oldstring", "oldstr", "oldtext", "oldcontent", "oldcode", "old", "search", "find", "targetcontent"}
	newNames = []string{"newstring", "newstr", "newtext", "newcontent", "newcode", "new", "replace", "replacement",
		"replacementcontent", "replacewith", "inserttext"}
	allNames    = []string{"replaceall", "allowmultiple", "allowmultipleoccurrences", "multiple", "all", "changeall"}
	editLists   = []string{"edits", "changes", "replacements", "replacementchunks", "multiedits", "operations"}
	fileLists   = []string{"files", "paths", "filepaths", "file", "filenames"}
	diffNames   = []string{"diff", "patch", "patchtext", "unifieddiff", "patchcontent"}
	scriptNames = []string{"cmd", "command", "commands", "script", "commandline"}
	folderNames = []string{"workdir", "cwd", "workingdirectory", "workingdir"}
	wrapNames   = []string{"args", "arguments", "parameters", "params", "input"}
	// Members that say where in the file a text goes, by a line number whose
	// meaning differs from tool to tool.
	placeNames = []string{"line", "linenumber", "startline", "endline", "afterline", "beforeline", "position", "insertat", "offset"}
	// Members of a read that tell a part of the file.
	startNames = []string{"startline", "fromline", "startlineoneindexed", "linestart", "start"}
	partNames  = []string{"limit", "endline", "toline", "endlineoneindexedinclusive", "lineend", "end", "viewrange", "linerange",
		"lineranges", "ranges", "head", "tail", "maxlines", "numlines", "linecount"}
	// Members of a read that do not change what is read.
	idleNames = []string{"description", "explanation", "reason", "encoding", "shouldreadentirefile", "requiresapproval",
		"taskprogress", "command", "offset", "includelinenumbers", "toolsummary", "toolaction", "instructions"}
)

// Where none of these names is there, a name says what its member is by the words
// that it is made of: "pathInProject", "original_text", "the_content".
const noun = `(?:string|str|text|content|contents|code|block|snippet|lines?|value)`

var (
	pathWords = pattern.New(`^(?:the|full|abs(?:olute)?|rel(?:ative)?|target|document)*(?:file|path)+(?:name)?` +
		`(?:in(?:the)?(?:project|workspace|repo(?:sitory)?|root))?$|^(?:file|document)?uri$`)
	oldWords = pattern.New(`^(?:the)?(?:old|orig(?:inal)?|existing|current|before|prev(?:ious)?|search|find|match|needle|query)` + noun + `?$` +
		`|^(?:target|from)` + noun + `$|^` + noun + `to(?:find|replace)$`)
	newWords = pattern.New(`^(?:the)?(?:new|repl(?:ace(?:ment|d)?)?|after|updated|modified)` + noun + `?$` +
		`|^(?:replace|substitute)?with` + noun + `?$|^to` + noun + `$`)
	bodyWords = pattern.New(`^(?:the|initial|full|whole|complete|entire|final|updated)(?:file)?(?:content|contents|text|code)$`)
	// symbolWords name a symbol of the file, symbolBody is its text.
	symbolWords = pattern.New(`^(?:name|symbol|function|method|class|member)(?:path|name)$|^symbol$`)
	symbolBody  = pattern.New(`^(?:the|new)?(?:symbol|function|method)?(?:body|definition|implementation|source)(?:code|text)?$`)
)

package call

// The plain names of the members by which clients say the same thing.
var (
	pathNames = []string{"filepath", "path", "targetfile", "filename", "file", "absolutepath", "relativepath",
		"relativeworkspacepath", "absolutefilepath", "targetpath", "filepathname"}
	contentNames = []string{"content", "contents", "filetext", "newcontent", "newcontents", "filecontent", "filecontents",
		"codecontent", "text", "code"}
	oldNames = []string{"oldstring", "oldstr", "oldtext", "oldcontent", "oldcode", "old", "search", "find", "targetcontent"}
	newNames = []string{"newstring", "newstr", "newtext", "newcontent", "newcode", "new", "replace", "replacement",
		"replacementcontent", "replacewith", "inserttext"}
	allNames    = []string{"replaceall", "allowmultiple", "multiple", "all"}
	editLists   = []string{"edits", "changes", "replacements", "replacementchunks", "multiedits"}
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

package source

// Definition is one language of symbols.json, the Language Regex Map of TSLP
// 4.1 step 2: how to tell the language, how to read its comments and literals,
// and which deterministic patterns declare its symbols. All patterns are RE2;
// "{ID}" in a pattern stands for an identifier, "{X}" for the macro X.
type Definition struct {
	Name       Language    `json:"name"`
	Extensions []string    `json:"extensions"` // with the dot
	Filenames  []string    `json:"filenames"`  // whole base names: "Makefile"
	Aliases    []string    `json:"aliases"`    // what fences call it
	Line       []string    `json:"line_comments"`
	Block      [][2]string `json:"block_comments"`

	// Like names a language earlier in the file from which every field below
	// that is absent here is taken.
	Like Language `json:"like"`
	// Nested reports whether block comments nest.
	Nested bool `json:"nested_comments"`
	// Uncomment begins like a comment and is none: "#[" in PHP.
	Uncomment string `json:"uncomment"`
	// Spaced reports whether a line comment opens only after a blank, as in shells.
	Spaced bool `json:"spaced_comments"`
	// Strings are the literals, and the comments that Line and Block cannot
	// describe; Style (brace, end or indent, empty where there are no rules) is
	// how blocks are closed.
	Strings []StringSyntax `json:"strings"`
	Style   string         `json:"style"`
	Layout  Layout         `json:"layout"`
	Words   Words          `json:"words"`
	// Macros are fragments for the patterns.
	Macros map[string]string `json:"macros"`
	// Reserved are words that never name a symbol, whatever a rule matched.
	Reserved []string `json:"reserved"`
	// Separator is what the language writes between a qualifier and a name
	// ("::"); names always use a dot.
	Separator string `json:"separator"`
	// Prefix matches one decoration that may stand before a declaration on
	// any line; where it ends in an opening bracket it runs to the closing one.
	// PrefixNot matches what only looks like one.
	Prefix    string `json:"prefix"`
	PrefixNot string `json:"prefix_not"`
	// Label matches what may stand before a statement and is no part of it.
	Label string `json:"label"`
	// Attached matches a whole statement that belongs to the declaration
	// below it; Doc one that documents it.
	Attached string `json:"attached"`
	Doc      string `json:"doc"`
	// Neutral matches statements that are not code of their own: package
	// clauses, imports, directives.
	Neutral string `json:"neutral"`
	Rules   []Rule `json:"rules"`
}

// StringSyntax is one kind of literal, masked before rules are matched. A
// literal opens at Open, or where Pattern (anchored, within 64 bytes) matches;
// it closes at Close, in which "$1" is Pattern's first group. A Pattern without
// Close is the whole literal.
type StringSyntax struct {
	Open    string `json:"open"`
	Pattern string `json:"pattern"`
	Close   string `json:"close"`
	Escape  string `json:"escape"`
	// Multiline literals may span lines; Nested ones count their own openers.
	Multiline bool `json:"multiline"`
	Nested    bool `json:"nested"`
	// Double reports whether a doubled closer stands for itself; Greedy that of a
	// longer run of quotes the last ones close.
	Double bool `json:"double"`
	Greedy bool `json:"greedy"`
	// Mirror closes at the counterpart of the delimiter in "$1": "(" at ")",
	// "/" at "/". Parts is 2 for the likes of s{a}{b}, else 1.
	Mirror bool `json:"mirror"`
	Parts  int  `json:"parts"`
	// Heredoc literals begin on the next line and close at a line that holds
	// only Close, or Close and then one of the bytes of Followed.
	Heredoc  bool   `json:"heredoc"`
	Followed string `json:"followed"`
	// Interp are what opens code inside the literal ("${"), up to the end of
	// the last bracket in it.
	Interp []string `json:"interp"`
	// Comment reports whether this is a comment, blanked like the others.
	Comment bool `json:"comment"`
	// Operand literals open only where an operand may stand, and only if they
	// close on their line or are Multiline: JavaScript's /regex/. Command adds
	// the places behind "word " and at the start of a line where no blank
	// follows: Ruby's puts /x/.
	Operand bool `json:"operand"`
	Command bool `json:"command"`
	// Class reports whether closers inside [brackets] do not count.
	Class bool `json:"class"`
	// Apart literals never open right behind a word: a' in OCaml. LineStart
	// ones only in column 0.
	Apart     bool `json:"apart"`
	LineStart bool `json:"line_start"`
	// NotAfter are bytes right behind which the literal does not open.
	NotAfter string `json:"not_after"`
	// Outer reports whether the text begins inside this literal if it holds Close
	// anywhere: PHP's text outside <?php. Endless literals may run to the end.
	Outer   bool `json:"outer"`
	Endless bool `json:"endless"`
}

// Layout tells where statements end and what a "{" means.
type Layout struct {
	// Newline reports whether a line's end ends a statement, unless JoinAfter
	// matches what stands before it or JoinBefore what stands after it.
	Newline    bool   `json:"newline"`
	JoinAfter  string `json:"join_after"`
	JoinBefore string `json:"join_before"`
	// Hang reports whether lines indented deeper than a statement belong to it.
	Hang bool `json:"hang"`
	// Ends are the bytes that end a statement, ";" unless told.
	Ends string `json:"ends"`
	// Operand matches the text before a "{" that opens no body: a type, a
	// literal.
	Operand string `json:"operand"`
	// Chain reports whether more blocks may follow a body's: C++ member
	// initialisers.
	Chain bool `json:"chain"`
	// Brackets are the pairs that balance, "(){}[]" unless told.
	Brackets string `json:"brackets"`
	// Escape takes the meaning from the byte behind it outside of literals;
	// Join before a newline joins two lines.
	Escape string `json:"escape"`
	Join   string `json:"join"`
	// Directive is what starts a preprocessor line, "#" in C.
	Directive string `json:"directive"`
	// OperandWords are words behind which an operand stands.
	OperandWords []string `json:"operand_words"`
}

// Words tells which words open and close blocks where brackets do not.
type Words struct {
	// Open words open a block, Close words close the innermost.
	Open  []string `json:"open"`
	Close []string `json:"close"`
	// HeadClose reports whether Close words close only at the head of a statement.
	HeadClose bool `json:"head_close"`
	// Head words open a block only at the head of a statement or behind an
	// operator or one of HeadAfter; elsewhere they are modifiers.
	Head      []string `json:"head"`
	HeadAfter []string `json:"head_after"`
	// Loops absorb the first "do" of their line.
	Loops []string `json:"loops"`
	// Inline words open the body where they stand: "do".
	Inline []string `json:"inline"`
	// Extra are bytes that belong to words beside letters, digits and "_".
	Extra string `json:"extra"`
	// Not matches, at an opening word, what makes it open nothing; NotAfter
	// are words right behind which no word opens a block, or not the one that
	// is named with it: "abstract def".
	Not      string   `json:"not"`
	NotAfter []string `json:"not_after"`
	// Flat are the brackets inside which no word opens or closes.
	Flat string `json:"flat"`
	// Member are the bytes right behind which a word is only a name: ".:".
	Member string `json:"member"`
}

// Rule is one deterministic pattern of the Language Regex Map (TSLP 4.1 step
// 2). It is matched at the start of a statement, on its header up to the body,
// with literals and comments masked and brackets of depth two blanked.
type Rule struct {
	// Kind is the symbol's kind. A rule without the group "name" declares
	// nothing; its body is looked into, and it is code unless Kind is set.
	Kind    string `json:"kind"`
	Pattern string `json:"pattern"`
	// Not disqualifies a match.
	Not string `json:"not"`
	// Container qualifies the members of the body by the symbol's name. Those
	// of a namespace or module stay at the top level of their file.
	Container bool `json:"container"`
	// In are the scopes in which the rule holds, "top" unless told; Opens is
	// the scope of its body, "=" the scope it stands in. A body whose rule
	// opens no scope is not looked into.
	In    []string `json:"in"`
	Opens string   `json:"opens"`
	// Name builds the name from the pattern's groups, "${name}" unless told.
	Name string `json:"as"`
	// Many reports whether the group "name" lists names, separated by commas.
	Many bool `json:"many"`
	// Tail is matched behind the body, and gives the name in place of Pattern:
	// C's "typedef struct {…} name;".
	Tail string `json:"tail"`
	// Drop is removed from the name wherever it matches, white space unless
	// told.
	Drop string `json:"drop"`
	// Ends tells where the declaration ends: "block" at its body's end,
	// "statement" at the end of the statement, "rest" where the next match of
	// the rule or its region's end stands; else by what the text looks like.
	Ends string `json:"ends"`
	// Member reports whether the symbol never stands at the top level of its file.
	Member bool `json:"member"`
	// Body demands a block: a definition, not a prototype.
	Body bool `json:"body"`
	// Absolute reports whether the name stands for itself wherever it is declared.
	Absolute bool `json:"absolute"`
	// Group reports whether the body is what stands in the bracket with which the
	// pattern ends: Go's "const (".
	Group bool `json:"group"`
	// Clauses reports whether neighbours of one name are one definition.
	Clauses bool `json:"clauses"`
}

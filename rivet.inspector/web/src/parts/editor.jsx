// An editor for JSON or SQL. It lives in a shadow root, where its styles need no <style> that the page's policy would have to allow.
import { useEffect, useRef } from "preact/hooks";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers, placeholder as hint } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { sql, SQLite } from "@codemirror/lang-sql";
import { linter } from "@codemirror/lint";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--name)" },
    { tag: tags.string, color: "var(--string)" },
    { tag: tags.number, color: "var(--number)" },
    { tag: [tags.bool, tags.null], color: "var(--word)" },
    { tag: tags.keyword, color: "var(--word)", fontWeight: "600" },
    { tag: [tags.comment], color: "var(--soft)", fontStyle: "italic" },
    { tag: tags.typeName, color: "var(--number)" },
]);

const theme = EditorView.theme({
    "&": { color: "var(--text)", backgroundColor: "var(--field)", fontSize: "13px", maxHeight: "min(460px, 60vh)" },
    "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-1px" },
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", minHeight: "130px" },
    ".cm-content, .cm-gutter": { minHeight: "130px" },
    ".cm-content": { caretColor: "var(--text)", padding: "8px 0" },
    ".cm-gutters": { backgroundColor: "var(--field)", color: "var(--faint)", border: "none" },
    ".cm-activeLine": { backgroundColor: "var(--hover)" },
    ".cm-cursor": { borderLeftColor: "var(--text)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection)" },
    ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--text)", border: "1px solid var(--line)", borderRadius: "6px" },
    ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
    ".cm-matchingBracket": { backgroundColor: "var(--selection) !important", outline: "none" },
    ".cm-placeholder": { color: "var(--faint)" },
});

const jsonParts = () => [json(), linter(jsonParseLinter(), { delay: 300 })];
const sqlParts = (schema) => sql({ dialect: SQLite, schema, upperCaseKeywords: true });

// value: what it shows; a new one replaces the text. onRun: Ctrl-Enter.
export function Editor({ language, value, onChange, onRun, label, placeholder = "", readOnly = false, schema }) {
    const host = useRef();
    const view = useRef();
    const handlers = useRef({});
    const parts = useRef(new Compartment());
    handlers.current = { onChange, onRun };
    useEffect(() => {
        const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
        const run = { key: "Mod-Enter", run: () => (handlers.current.onRun?.(), true) };
        view.current = new EditorView({
            root,
            parent: root,
            state: EditorState.create({
                doc: value,
                extensions: [
                    lineNumbers(),
                    foldGutter(),
                    history(),
                    drawSelection(),
                    indentOnInput(),
                    bracketMatching(),
                    closeBrackets(),
                    autocompletion(),
                    highlightActiveLine(),
                    syntaxHighlighting(colours),
                    theme,
                    hint(placeholder),
                    EditorView.lineWrapping,
                    EditorState.readOnly.of(readOnly),
                    EditorView.contentAttributes.of({ "aria-label": label }),
                    keymap.of([run, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
                    parts.current.of(language === "json" ? jsonParts() : sqlParts(schema)),
                    EditorView.updateListener.of((update) => update.docChanged && handlers.current.onChange?.(update.state.doc.toString())),
                ],
            }),
        });
        host.current.view = view.current;
        return () => view.current.destroy();
    }, []);
    useEffect(() => {
        const text = view.current.state.doc.toString();
        if (value !== text) {
            view.current.dispatch({ changes: { from: 0, to: text.length, insert: value } });
        }
    }, [value]);
    useEffect(() => {
        language === "sql" && view.current.dispatch({ effects: parts.current.reconfigure(sqlParts(schema)) });
    }, [schema]);
    return <div class={`editor ${language}`} ref={host} />;
}

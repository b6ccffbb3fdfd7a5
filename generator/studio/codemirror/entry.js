// The parts of CodeMirror that the text pane uses: `make codemirror` bundles them into one file, which is shipped.
export { autocompletion } from "@codemirror/autocomplete";
export { yaml } from "@codemirror/lang-yaml";
export { setDiagnostics } from "@codemirror/lint";
export { EditorState, StateEffect, StateField } from "@codemirror/state";
export { Decoration, EditorView, hoverTooltip, keymap } from "@codemirror/view";
export { basicSetup } from "codemirror";

// What is said to the person beside the screen: notices that go away, and questions that want an answer.
import { useEffect, useRef, useState } from "preact/hooks";

let notices = [];
let question;
let last = 0;
const listeners = new Set();
const changed = () => listeners.forEach((listener) => listener());

const dismiss = (id) => {
    notices = notices.filter((notice) => notice.id !== id);
    changed();
};

function add(notice, ms) {
    const id = ++last;
    notices = [...notices.slice(-3), { id, ...notice }];
    changed();
    setTimeout(() => dismiss(id), ms);
}

// action: { label, run }
export const say = (text, action) => add({ text, action }, action ? 12_000 : 4_000);
export const fail = (error) => add({ text: error.message, code: error.code, wrong: true }, 12_000);

// Asks; a promise of whether the person agrees.
export const confirm = (asked) =>
    new Promise((answer) => {
        question = { ...asked, answer };
        changed();
    });

const settle = (yes) => {
    const { answer } = question;
    question = undefined;
    changed();
    answer(yes);
};

function Question({ title, text, action, danger }) {
    const dialog = useRef();
    useEffect(() => dialog.current.showModal(), []);
    return (
        <dialog ref={dialog} aria-labelledby="question" onCancel={() => settle(false)}>
            <h2 id="question">{title}</h2>
            <p>{text}</p>
            <div class="row end">
                <button type="button" class="button" autoFocus onClick={() => settle(false)}>
                    Cancel
                </button>
                <button type="button" class={`button ${danger ? "danger" : "main"}`} onClick={() => settle(true)}>
                    {action}
                </button>
            </div>
        </dialog>
    );
}

export function Notices() {
    const [, draw] = useState(0);
    useEffect(() => {
        const listener = () => draw((n) => n + 1);
        listeners.add(listener);
        return () => listeners.delete(listener);
    }, []);
    return (
        <>
            <div class="notices" role="status" aria-live="polite">
                {notices.map(({ id, text, code, wrong, action }) => (
                    <div key={id} class={`notice ${wrong ? "wrong" : ""}`}>
                        <span>
                            {text}
                            {code && <code>{code}</code>}
                        </span>
                        {action && (
                            <button
                                type="button"
                                class="button small"
                                onClick={() => {
                                    dismiss(id);
                                    Promise.resolve(action.run()).catch(fail);
                                }}
                            >
                                {action.label}
                            </button>
                        )}
                        <button type="button" class="button icon" aria-label="Dismiss" onClick={() => dismiss(id)}>
                            ×
                        </button>
                    </div>
                ))}
            </div>
            {question && <Question {...question} />}
        </>
    );
}

import { useCallback, useEffect, useRef, useState } from "preact/hooks";

// The time, once a second: for what is told as an age.
export function useNow() {
    const [now, setNow] = useState(Date.now());
    useEffect(() => {
        const timer = setInterval(() => setNow(Date.now()), 1_000);
        return () => clearInterval(timer);
    }, []);
    return now;
}

// Loads something when what it depends on changes, and when asked to: { value, error, loading, reload }.
export function useLoaded(load, depends) {
    const [state, setState] = useState({ loading: true });
    const current = useRef(0);
    const reload = useCallback(async () => {
        const mine = ++current.current;
        setState((before) => ({ ...before, loading: true }));
        try {
            const value = await load();
            if (mine === current.current) {
                setState({ value, loading: false });
            }
        } catch (error) {
            if (mine === current.current) {
                setState({ error, loading: false });
            }
        }
    }, depends);
    useEffect(() => {
        reload();
        return () => current.current++;
    }, [reload]);
    return { ...state, reload };
}

// A value that this browser remembers.
export function useKept(name, first) {
    const [value, setValue] = useState(() => {
        try {
            return JSON.parse(localStorage.getItem(name)) ?? first;
        } catch {
            return first;
        }
    });
    const keep = (next) => {
        setValue(next);
        localStorage.setItem(name, JSON.stringify(next));
    };
    return [value, keep];
}

// A value that follows another when that has not changed for a while.
export function useSettled(value, ms = 250) {
    const [settled, setSettled] = useState(value);
    useEffect(() => {
        const timer = setTimeout(() => setSettled(value), ms);
        return () => clearTimeout(timer);
    }, [value]);
    return settled;
}

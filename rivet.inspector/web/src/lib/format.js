// Values for a person.

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

export const count = (n) => (n >= 100_000 ? short.format(n) : whole.format(n));

export const rate = (n) => (n === 0 ? "0" : n < 10 ? n.toFixed(1) : count(n));

export const many = (n, one, more = `${one}s`) => `${count(n)} ${n === 1 ? one : more}`;

export function bytes(n) {
    const units = ["B", "KiB", "MiB", "GiB"];
    let unit = 0;
    while (n >= 1_024 && unit < units.length - 1) {
        n /= 1_024;
        unit++;
    }
    return `${n < 10 && unit > 0 ? n.toFixed(1) : Math.round(n)} ${units[unit]}`;
}

// A time span in milliseconds.
export function span(ms) {
    if (ms < 1) {
        return `${Math.round(ms * 1_000)} µs`;
    }
    if (ms < 1_000) {
        return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
    }
    const seconds = ms / 1_000;
    if (seconds < 60) {
        return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
    }
    const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60];
    return days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${Math.floor(seconds) % 60} s`;
}

const age = (ms) =>
    ms < 1_000
        ? "0 s"
        : ms < 60_000
          ? `${Math.floor(ms / 1_000)} s`
          : ms < 3_600_000
            ? `${Math.floor(ms / 60_000)} min`
            : ms < 86_400_000
              ? `${Math.floor(ms / 3_600_000)} h`
              : `${Math.floor(ms / 86_400_000)} d`;

export const ago = (at, now = Date.now()) => (at > now + 999 ? `in ${age(at - now)}` : `${age(Math.max(0, now - at))} ago`);

export const clock = (at) => new Date(at).toLocaleTimeString("en-GB", { hour12: false }) + `.${String(at % 1_000).padStart(3, "0")}`;

export const moment = (at) => new Date(at).toISOString().replace("T", " ").replace("Z", " UTC");

// A key as the shell writes it.
export const key = (segments) => (segments.length === 0 ? "(no key)" : segments.join(", "));

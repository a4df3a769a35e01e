// Lines over time, with uPlot.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

// a chart that has only begun shows where it will be full
const LEAST = 60;
const COLOURS = ["--line-1", "--line-2", "--line-3", "--line-4", "--line-5", "--line-6"];

// as it is now, in light or in dark, for a canvas, which knows no variables: worked out where nobody sees it
function colour(host, name) {
    host.style.outlineColor = `var(${name})`;
    return getComputedStyle(host).outlineColor;
}

function options(host, labels, width, height, format, plain) {
    const time = (_, all) => all.map((at) => new Date(at * 1_000).toLocaleTimeString("en-GB"));
    const axis = { stroke: () => colour(host, "--soft"), grid: { stroke: () => colour(host, "--line"), width: 1 }, ticks: { show: false }, font: "11px system-ui" };
    return {
        width,
        height,
        legend: { show: !plain && labels.length > 1, live: false },
        cursor: plain ? { show: false } : { y: false, drag: { x: false, y: false } },
        padding: plain ? [2, 0, 2, 0] : [8, 22, 0, 0],
        scales: { x: { range: (_, min, max) => [Math.min(min, max - LEAST), max] }, y: { range: (_, __, max) => [0, Math.max(max * 1.15, 1)] } },
        axes: plain
            ? [{ show: false }, { show: false }]
            : [
                  { ...axis, grid: { show: false }, space: 90, size: 26, values: time },
                  { ...axis, size: 56, values: (_, all) => all.map(format) },
              ],
        series: [
            {},
            ...labels.map((label, i) => ({
                label,
                width: 1.5,
                points: { show: false },
                spanGaps: true,
                stroke: () => colour(host, COLOURS[i % COLOURS.length]),
                ...(labels.length === 1 && { fill: () => colour(host, "--shade") }),
            })),
        ],
    };
}

// at: seconds; lines: { label: values }. plain: without axes, for a cell of a table.
export function Chart({ at, lines, height = 180, format = String, plain = false, label }) {
    const host = useRef();
    const chart = useRef();
    const labels = Object.keys(lines);
    const data = [
        at,
        ...labels.map((name) => {
            const values = lines[name];
            return values.length < at.length ? [...Array(at.length - values.length).fill(null), ...values] : values;
        }),
    ];
    useEffect(() => {
        const made = new uPlot(options(host.current, labels, host.current.clientWidth || 100, height, format, plain), data, host.current);
        chart.current = made;
        const fit = () => host.current && made.width !== host.current.clientWidth && made.setSize({ width: host.current.clientWidth, height });
        const sized = new ResizeObserver(() => requestAnimationFrame(fit));
        sized.observe(host.current);
        return () => {
            sized.disconnect();
            made.destroy();
        };
    }, [labels.join("\n"), height]);
    useEffect(() => {
        chart.current.setData(data);
    });
    return <div class={`chart ${plain ? "plain" : ""}`} ref={host} role="img" aria-label={label} />;
}

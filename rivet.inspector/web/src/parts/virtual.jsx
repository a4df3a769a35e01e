// A list of which only what is in sight is drawn.
import { useEffect, useReducer, useRef } from "preact/hooks";
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";

// size: pixels of each of count rows; draw: a row by its number; onEnd: somebody is near the end.
export function VirtualList({ count, size, draw, onEnd, label }) {
    const host = useRef();
    const [, redraw] = useReducer((n) => n + 1, 0);
    const virtual = useRef();
    const options = {
        count,
        estimateSize: () => size,
        getScrollElement: () => host.current,
        overscan: 12,
        scrollToFn: elementScroll,
        observeElementRect,
        observeElementOffset,
        onChange: redraw,
        useAnimationFrameWithResizeObserver: true,
    };
    virtual.current ??= new Virtualizer(options);
    virtual.current.setOptions(options);
    useEffect(() => virtual.current._didMount(), []);
    useEffect(() => virtual.current._willUpdate());
    const items = virtual.current.getVirtualItems();
    const last = items.at(-1)?.index ?? -1;
    useEffect(() => {
        last >= count - 40 && onEnd?.();
    }, [last, count]);
    const move = (event) => {
        const step = {
            ArrowDown: size,
            ArrowUp: -size,
            PageDown: host.current.clientHeight,
            PageUp: -host.current.clientHeight,
            Home: -Infinity,
            End: Infinity,
        }[event.key];
        if (step !== undefined && event.target === host.current) {
            event.preventDefault();
            host.current.scrollTop = Math.max(0, Math.min(host.current.scrollHeight, host.current.scrollTop + step));
        }
    };
    return (
        <div class="virtual" ref={host} role="rowgroup" aria-label={label} tabIndex={0} onKeyDown={move}>
            <div class="virtual-all" style={{ height: `${virtual.current.getTotalSize()}px` }}>
                {items.map((item) => (
                    <div key={item.key} class="virtual-row" style={{ transform: `translateY(${item.start}px)`, height: `${size}px` }}>
                        {draw(item.index)}
                    </div>
                ))}
            </div>
        </div>
    );
}

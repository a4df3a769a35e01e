// What this actor has done in the last minutes, second by second.
import { rate } from "../lib/format.js";
import { Chart } from "../parts/chart.jsx";
import { Loading } from "../parts/ui.jsx";

const Card = ({ title, ...chart }) => (
    <section class="card">
        <h2>{title}</h2>
        <Chart label={title} height={150} {...chart} />
    </section>
);

export function Metrics({ view: { samples } }) {
    if (samples.at.length < 2) {
        return (
            <section class="card">
                <Loading what="Measuring" />
            </section>
        );
    }
    return (
        <div class="two">
            <Card title="Turns a second" at={samples.at} lines={{ turns: samples.turns }} format={rate} />
            <Card title="Time in turns" at={samples.at} lines={{ busy: samples.busy }} format={(n) => `${Math.round(n)} %`} />
            <Card title="Errors a second" at={samples.at} lines={{ errors: samples.errors }} format={rate} />
            <Card title="Connections" at={samples.at} lines={{ connections: samples.connections }} format={rate} />
        </div>
    );
}

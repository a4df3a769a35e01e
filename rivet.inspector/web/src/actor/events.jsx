import { Events as All } from "../parts/events.jsx";

export const Events = ({ id }) => <All query={{ actor: id }} />;

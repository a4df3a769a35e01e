// A React page as a newcomer would write it: a chat room that windows share, and a counter that is called over HTTP. The test drives it by what it leaves in window.
import { createClient, createRivetKitWithClient } from "@rivetkit/react";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const client = createClient({ endpoint: location.origin, devtools: false });
const { useActor } = createRivetKitWithClient(client);

function Room() {
    const room = useActor({ name: "chatRoom", key: ["react"] });
    const [texts, setTexts] = useState([]);
    room.useEvent("newMessage", (message) => setTexts((before) => [...before, message.text]));
    useEffect(() => {
        // by its name: "send" of a connection itself puts a message into a queue
        window.say = (text) => room.connection.action({ name: "send", args: ["me", text] }).then(() => "said");
    }, [room.connection]);
    return (
        <>
            <p id="status">{room.connStatus}</p>
            <ul id="texts">{texts.map((text, i) => <li key={i}>{text}</li>)}</ul>
        </>
    );
}

// an action over HTTP, whose body the client streams
window.count = () => client.counter.getOrCreate(["react"]).increment(1).then(Number);
createRoot(document.getElementById("root")).render(<Room />);

package ws

import (
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/server/ws/jsonchannel"
)

// propsMessage is msgType 4: items that were given to the player.
type propsMessage struct {
	MsgType      int          `json:"msgType"`
	BoxSkinsList []propsSkins `json:"boxSkinsList"`
}

type propsSkins struct {
	ID          string        `json:"id"`
	StuffName   string        `json:"stuffName"`
	StuffImage  string        `json:"stuffImage"`
	SkinsRarity string        `json:"skinsRarity"`
	Category    string        `json:"category"`
	Price       protocol.Gems `json:"price"`
	Def         int32         `json:"def"`
}

func propsText(drop protocol.PropsDrop, _ *publish.Event, items jsonchannel.Items) propsMessage {
	m := propsMessage{MsgType: 4, BoxSkinsList: []propsSkins{}}
	for _, it := range drop.Items {
		skins := propsSkins{ID: it.ID, Def: it.Def, Price: protocol.Gems(it.ValueCents)}
		if item, ok := items(it.Def); ok {
			skins.StuffName, skins.StuffImage, skins.SkinsRarity, skins.Category = item.Title(), item.Image,
				item.Rarity, item.Category
		}
		m.BoxSkinsList = append(m.BoxSkinsList, skins)
	}
	return m
}

package ws

import (
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
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

func (s *Server) inviteFrame(in protocol.Invite) []byte {
	return textFrame(inviteMessage{1, in.Name, in.Avatar, protocol.Gems(in.RoomPriceCents), in.RoomID, in.Code})
}

func (s *Server) propsFrame(e *publish.Event, l protocol.Language) []byte {
	var drop protocol.PropsDrop
	if _, err := drop.UnmarshalMsg(e.Body); err != nil {
		s.logger.Error().Err(err).Msg("props drop does not decode")
		return nil
	}
	m := propsMessage{MsgType: 4, BoxSkinsList: []propsSkins{}}
	for _, it := range drop.Items {
		skins := propsSkins{ID: it.ID, Def: it.Def, Price: protocol.Gems(it.ValueCents)}
		if item, ok := s.item(it.Def, l); ok {
			skins.StuffName, skins.StuffImage, skins.SkinsRarity, skins.Category = item.Brand+"|"+item.Name,
				item.Image, item.Rarity, item.Category
		}
		m.BoxSkinsList = append(m.BoxSkinsList, skins)
	}
	return textFrame(m)
}
